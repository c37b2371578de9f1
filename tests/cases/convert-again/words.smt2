; for the definitions of safe.vmt and unsafe.vmt: whether the property is violated at once, after one transition, after a good state
(declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 4))
(push) (assert (init x)) (assert (not (good_0 x))) (check-sat) (pop)
(assert (trans x y)) (assert (not (good_0 y)))
(push) (assert (init x)) (check-sat) (pop)
(assert (good_0 x)) (check-sat)
