; for the definitions of unsafe.aag: violated after one transition, not before
(declare-const a Bool) (declare-const k Bool) (declare-const b Bool) (declare-const go Bool)
(declare-const a1 Bool) (declare-const k1 Bool) (declare-const b1 Bool) (declare-const go1 Bool)
(assert (init a k b go))
(push) (assert (not (good_0 a k b go))) (check-sat) (pop)
(assert (trans a k b go a1 k1 b1)) (assert (not (good_0 a1 k1 b1 go1))) (check-sat)
