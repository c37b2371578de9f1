; An inductive invariant and its proof obligations, written by induct.
; Every check-sat must answer unsat (cvc5 needs --incremental when there are several).
(set-info :induct-property "0")
(set-info :induct-depth 1)
(set-info :induct-simple-path false)
(set-logic QF_LIA)
(declare-fun x@0 () Int)
(declare-fun x@1 () Int)
(define-fun induct.init ( (x Int)) Bool
  (= x 0))
(define-fun induct.trans ( (x Int) (x1 Int)) Bool
  (= x1 (ite (< x 10) (+ x 2) 0)))
(define-fun induct.constraint ( (x Int)) Bool
  true)
(define-fun induct.good ( (x Int)) Bool
  (<= x 11))
(define-fun induct.invariant ( (x Int)) Bool
  (<= x 11))
(push 1)
; base: the invariant holds in the first 1 states of every path from init
(assert (induct.init x@0))
(assert (or false
  (and (induct.constraint x@0)  (not (induct.invariant x@0)))
))
(check-sat)
(pop 1)
(push 1)
; step: 1 states that satisfy the invariant are followed by one that does
(assert (induct.invariant x@0))
(assert (induct.constraint x@0))
(assert (induct.trans x@0 x@1))
(assert (induct.constraint x@1))
(assert (not (induct.invariant x@1)))
(check-sat)
(pop 1)
(push 1)
; safety: the invariant implies the property
(assert (induct.invariant x@0))
(assert (induct.constraint x@0))
(assert (not (induct.good x@0)))
(check-sat)
(pop 1)
