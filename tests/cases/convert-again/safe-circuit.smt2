; for the definitions of safe.aag: the property is inductive, and without the constraint it is not
(declare-const l0 Bool) (declare-const l1 Bool) (declare-const f Bool) (declare-const s Bool)
(declare-const m0 Bool) (declare-const m1 Bool) (declare-const g Bool) (declare-const t Bool)
(push) (assert (init l0 l1 f s)) (assert (constraint l0 l1 f s)) (assert (not (good_0 l0 l1 f s))) (check-sat) (pop)
(assert (good_0 l0 l1 f s)) (assert (trans l0 l1 f s m0 m1)) (assert (not (good_0 m0 m1 g t)))
(push) (assert (constraint l0 l1 f s)) (check-sat) (pop)
(check-sat)
