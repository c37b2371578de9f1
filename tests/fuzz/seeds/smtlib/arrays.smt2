;
(declare-sort S 0)
(define-sort T (K) (Array K (Array Int K)))
(declare-fun a () (Array Int Real))
(declare-fun t () (T S))
(declare-fun s () S)
(declare-fun f (S Int) S)
(assert (= (store a 1 2) ((as const (Array Int Real)) 0.5)))
(assert (= (select (select t s) 3) (f s 2) (f (f s 1) 1)))
