# A system whose next state is a chain of so many conditionals: the SMT solver recurses over it.
echo '(declare-fun x () Int) (declare-fun x! () Int) (define-fun sx () Int (! x :next x!))'
echo '(define-fun i () Bool (! (= x 0) :init true)) (define-fun d0 () Int x)'
awk -v levels="$1" 'BEGIN { for (k = 1; k <= levels; k++)
    printf "(define-fun d%d () Int (ite (< d%d %d) (+ d%d 1) d%d))\n", k, k - 1, k % 10, k - 1, k - 1 }'
echo "(define-fun t () Bool (! (= x! d$1) :trans true)) (define-fun p () Bool (! (<= 0 x) :invar-property 0))"
