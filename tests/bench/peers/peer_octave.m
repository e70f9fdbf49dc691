% Octave's side of tests/bench/peers/run: peer_numpy.py's "fused", forward, batch 1.
% Called with PRECISION INPUT HIDDEN STEPS PASSES, prints seconds.
arguments = argv();
precision = arguments{1};
numbers = cellfun(@str2num, arguments(2:5));
input_size = numbers(1); hidden = numbers(2); steps = numbers(3); passes = numbers(4);
rand("seed", 1);
make = @(varargin) cast((2 * rand(varargin{:}) - 1) / sqrt(hidden), precision);
x = make(input_size, steps); W = make(4 * hidden, input_size); R = make(4 * hidden, hidden);
p = make(hidden, 3); b = make(4 * hidden, 1);
sigmoid = @(z) 1 ./ (1 + exp(-z));
function h = run_lstm(x, W, R, p, b, hidden, steps, sigmoid)
  h = zeros(hidden, 1, class(x)); c = h;
  sums = W * x + b;
  for t = 1:steps
    s = sums(:, t) + R * h;
    i = sigmoid(s(1:hidden) + p(:, 1) .* c);
    f = sigmoid(s(hidden + 1:2 * hidden) + p(:, 2) .* c);
    c = f .* c + i .* tanh(s(2 * hidden + 1:3 * hidden));
    h = sigmoid(s(3 * hidden + 1:end) + p(:, 3) .* c) .* tanh(c);
  end
end
run_lstm(x, W, R, p, b, hidden, steps, sigmoid);
start = tic;
for pass = 1:passes
  run_lstm(x, W, R, p, b, hidden, steps, sigmoid);
end
printf("%.9f\n", toc(start));
