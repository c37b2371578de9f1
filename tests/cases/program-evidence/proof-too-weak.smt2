; An inductive invariant of a program and its proof obligations, written by induct.
; Every check-sat must answer unsat (cvc5 needs --incremental).
(set-info :induct-property-name "unreach-call")
(set-logic QF_BV)
(declare-fun n@0 () (_ BitVec 32))
(declare-fun i@0 () (_ BitVec 32))
(declare-fun input!2 () (_ BitVec 32))
; count.c:8
(define-fun |induct.at loop_8| ((n@0 (_ BitVec 32)) (i@0 (_ BitVec 32))) Bool
  (and (bvule i@0 #x00000065) (not (and (bvsle n@0 (bvadd i@0 #xfffffffe)) (not (= i@0 #x00000000))))))
(push 1) ; from start
(assert (not (or (not (not (bvult #x00000064 input!2))) (|induct.at loop_8| input!2 #x00000000))))
(check-sat)
(pop 1)
(push 1) ; from loop_8
(assert (|induct.at loop_8| n@0 i@0))
(assert (let ((?1 (not (bvult i@0 n@0)))) (not (and (or ?1 (|induct.at loop_8| n@0 (bvadd i@0 #x00000002))) (not (and ?1 (bvult (bvadd n@0 #x00000001) i@0)))))))
(check-sat)
(pop 1)
