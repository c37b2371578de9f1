;
(declare-fun i () Int)
(declare-fun r () Real)
(assert (< (+ i 1 2.5) (* 3 r) (- i r 7)))
(assert (= (div i 3 2) (mod i 4) (abs (- 5)) (to_int r)))
(assert (>= (/ r 2 1) (/ 1 3) (- 0.25)))
(assert (is_int (ite ((_ divisible 3) i) r (to_real i))))
