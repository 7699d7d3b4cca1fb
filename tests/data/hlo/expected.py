"""What the programs in this folder give, computed without hloom: prints literals for data_test.cc.

    python3 tests/data/hlo/expected.py
"""
import math


def literal(values):
    if isinstance(values, list):
        return '{ ' + ', '.join(literal(value) for value in values) + ' }'
    return repr(values)


def threefry(key, counters):
    mask = 0xFFFFFFFF
    keys = [key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDA]
    rotations = [[13, 15, 26, 6], [17, 29, 16, 24]]
    x0, x1 = (counters[0] + keys[0]) & mask, (counters[1] + keys[1]) & mask
    for group in range(5):
        for by in rotations[group % 2]:
            x0 = (x0 + x1) & mask
            x1 = ((x1 << by) | (x1 >> (32 - by))) & mask
            x1 ^= x0
        x0 = (x0 + keys[(group + 1) % 3]) & mask
        x1 = (x1 + keys[(group + 2) % 3] + group + 1) & mask
    return x0, x1


def cube_root(a):
    x, step, steps = 1.0, 1.0, 0
    while abs(step) > 1e-14 * abs(x):
        step = (x * x * x - a) / (3 * (x * x))
        x -= step
        steps += 1
    return x, steps


def softmax(rows):
    result = []
    for row in rows:
        powers = [math.exp(value - max(row)) for value in row]
        result.append([power / sum(powers) for power in powers])
    return result


def mlp_step(x, t, w1, b1, w2, rate):
    """The gradient by central differences, not by the formulas of the program."""

    def loss(w1, b1, w2):
        total = 0.0
        for row, wanted in zip(x, t):
            h = [math.tanh(sum(row[k] * w1[k][j] for k in range(3)) + b1[j]) for j in range(5)]
            for o in range(2):
                total += (sum(h[j] * w2[j][o] for j in range(5)) - wanted[o]) ** 2
        return total / 8

    def stepped(array, rebuild):
        if isinstance(array, list):
            return [stepped(item, lambda new, i=i: rebuild(array[:i] + [new] + array[i + 1:])) for i, item in enumerate(array)]
        e = 1e-5
        slope = (loss(*rebuild(array + e)) - loss(*rebuild(array - e))) / (2 * e)
        return array - rate * slope

    return (loss(w1, b1, w2), stepped(w1, lambda new: (new, b1, w2)), stepped(b1, lambda new: (w1, new, w2)),
            stepped(w2, lambda new: (w1, b1, new)))


def collatz(n):
    steps, top = 0, n
    while n > 1:
        n = 3 * n + 1 if n % 2 else n // 2
        steps, top = steps + 1, max(top, n)
    return steps, top


def attention(q, k, v):
    scores = [[sum(a * b for a, b in zip(row, other)) / math.sqrt(2) for other in k] for row in q]
    return [[sum(w * row[c] for w, row in zip(weights, v)) for c in range(2)] for weights in softmax(scores)]


def rnn(xs, w, u):
    h, hs = [0.0, 0.0], []
    for x in xs:
        h = [math.tanh(sum(a * b for a, b in zip(w[i], h)) + sum(a * b for a, b in zip(u[i], x))) for i in range(2)]
        hs.append(h)
    return hs


def neighbours(points, labels, query):
    """By counting: a point's rank is the number of points that are nearer, or as near and earlier."""
    distances = [sum((a - b) ** 2 for a, b in zip(point, query)) for point in points]
    ranks = [sum((e, j) < (d, i) for j, e in enumerate(distances)) for i, d in enumerate(distances)]
    places = [ranks.index(rank) for rank in range(3)]
    votes = [sum(labels[place] == label for place in places) for label in range(4)]
    return votes.index(max(votes)), [distances[place] for place in places], places, ranks


def optimised(x, y):
    rows = [sum(math.exp(x[i][j]) * y[j][i] for j in range(3)) for i in range(2)]
    return rows, [[x[j][i] + y[i][j] for j in range(2)] for i in range(3)]


if __name__ == '__main__':
    words = [threefry((0x13198A2E, 0x03707344), c) for c in [(0x243F6A88, 0x85A308D3), (0, 0), (1, 0), (0, 1)]]
    print('threefry', literal([list(column) for column in zip(*words)]))
    print('newton', cube_root(27.0), cube_root(-0.001))
    print('softmax', literal(softmax([[1, 2, 3, 4], [0, 0, 0, 0], [-1000, 0, 1000, 999]])))
    x = [[0.5, -1.0, 0.25], [1.5, 0.75, -0.5], [-0.25, 0.5, 1.0], [0.0, -0.75, 2.0]]
    t = [[1.0, 0.0], [0.0, 1.0], [0.5, -0.5], [-1.0, 0.25]]
    w1 = [[0.1, -0.2, 0.3, 0.4, -0.5], [0.6, 0.7, -0.8, 0.9, 0.1], [-0.3, 0.2, 0.1, -0.6, 0.8]]
    b1 = [0.05, -0.1, 0.0, 0.2, -0.15]
    w2 = [[0.3, -0.4], [0.5, 0.1], [-0.6, 0.2], [0.7, -0.8], [0.15, 0.9]]
    for part in mlp_step(x, t, w1, b1, w2, 0.1):
        print('mlp_step', literal(part))
    print('collatz', collatz(27), collatz(1))
    print('attention', literal(attention([[1.0, 0.5], [-2.0, 1.0], [0.25, 3.0]], [[0.5, -1.0], [2.0, 0.0], [-0.75, 1.5]],
                                         [[1.0, 2.0], [3.0, -4.0], [-5.0, 6.0]])))
    print('rnn', literal(rnn([[1.0, 0.0, -1.0], [0.5, 2.0, 0.25], [-1.5, 0.0, 1.0], [0.0, 0.0, 0.0]],
                             [[0.5, -0.25], [1.0, 0.75]], [[0.1, 0.2, 0.3], [-0.4, 0.5, -0.6]])))
    points = [[1.0, 2.0], [-1.0, 0.5], [3.0, 3.0], [0.0, 0.0], [2.0, 1.0], [0.5, 0.5]]
    print('neighbours', neighbours(points, [2, 0, 2, 3, 3, 1], [1.0, 1.0]))
    print('neighbours', neighbours(points, [2, 0, 2, 3, 3, 1], [3.0, 2.0]))
    print('optimised', literal(list(optimised([[0.0, 1.0, -1.0], [0.5, 2.0, -3.0]], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))))
