/** Names of other libraries, and other spellings: each throws an error with the name that the function has in `nn`. */

import { otherNpName } from '../builder/other-names.js';

/** @internal */
export const attention = /* @__PURE__ */ otherNpName('attention', 'use nn.dotProductAttention(...)', 'nn');
/** @internal */
export const avg_pool = /* @__PURE__ */ otherNpName('avg_pool', 'use nn.avgPool(...)', 'nn');
/** @internal */
export const avgPool2d = /* @__PURE__ */ otherNpName('avgPool2d', 'use nn.avgPool(...)', 'nn');
/** @internal */
export const batchNorm = /* @__PURE__ */ otherNpName(
  'batchNorm',
  "use the builder's b.batchNormTraining(...) or b.batchNormInference(...)",
  'nn',
);
/** @internal */
export const conv1d = /* @__PURE__ */ otherNpName('conv1d', 'use nn.conv(...)', 'nn');
/** @internal */
export const conv2d = /* @__PURE__ */ otherNpName('conv2d', 'use nn.conv(...)', 'nn');
/** @internal */
export const conv3d = /* @__PURE__ */ otherNpName('conv3d', 'use nn.conv(...)', 'nn');
/** @internal */
export const crossEntropy = /* @__PURE__ */ otherNpName(
  'crossEntropy',
  'write truth.mul(nn.logSoftmax(logits)).sum(-1).neg()',
  'nn',
);
/** @internal */
export const dense = /* @__PURE__ */ otherNpName('dense', 'write np.add(np.matmul(x, w), b)', 'nn');
/** @internal */
export const dropout = /* @__PURE__ */ otherNpName(
  'dropout',
  'write np.where(random.bernoulli(key, keep, np.shape(x)), np.divide(x, keep), 0)',
  'nn',
);
/** @internal */
export const linear = /* @__PURE__ */ otherNpName('linear', 'write np.add(np.matmul(x, w), b)', 'nn');
/** @internal */
export const dot_product_attention = /* @__PURE__ */ otherNpName(
  'dot_product_attention',
  'use nn.dotProductAttention(...)',
  'nn',
);
/** @internal */
export const hard_sigmoid = /* @__PURE__ */ otherNpName('hard_sigmoid', 'use nn.hardSigmoid(...)', 'nn');
/** @internal */
export const hard_silu = /* @__PURE__ */ otherNpName('hard_silu', 'use nn.hardSilu(...)', 'nn');
/** @internal */
export const hard_swish = /* @__PURE__ */ otherNpName('hard_swish', 'use nn.hardSilu(...)', 'nn');
/** @internal */
export const hard_tanh = /* @__PURE__ */ otherNpName('hard_tanh', 'use nn.hardTanh(...)', 'nn');
/** @internal */
export const hardSwish = /* @__PURE__ */ otherNpName('hardSwish', 'use nn.hardSilu(...)', 'nn');
/** @internal */
export const layer_norm = /* @__PURE__ */ otherNpName('layer_norm', 'use nn.layerNorm(...)', 'nn');
/** @internal */
export const leaky_relu = /* @__PURE__ */ otherNpName('leaky_relu', 'use nn.leakyRelu(...)', 'nn');
/** @internal */
export const log_sigmoid = /* @__PURE__ */ otherNpName('log_sigmoid', 'use nn.logSigmoid(...)', 'nn');
/** @internal */
export const log_softmax = /* @__PURE__ */ otherNpName('log_softmax', 'use nn.logSoftmax(...)', 'nn');
/** @internal */
export const logistic = /* @__PURE__ */ otherNpName('logistic', 'use nn.sigmoid(...)', 'nn');
/** @internal */
export const logSumExp = /* @__PURE__ */ otherNpName('logSumExp', 'use nn.logsumexp(...)', 'nn');
/** @internal */
export const max_pool = /* @__PURE__ */ otherNpName('max_pool', 'use nn.maxPool(...)', 'nn');
/** @internal */
export const maxPool2d = /* @__PURE__ */ otherNpName('maxPool2d', 'use nn.maxPool(...)', 'nn');
/** @internal */
export const one_hot = /* @__PURE__ */ otherNpName('one_hot', 'use nn.oneHot(...)', 'nn');
/** @internal */
export const onehot = /* @__PURE__ */ otherNpName('onehot', 'use nn.oneHot(...)', 'nn');
/** @internal */
export const rms_norm = /* @__PURE__ */ otherNpName('rms_norm', 'use nn.rmsNorm(...)', 'nn');
/** @internal */
export const scaled_dot_product_attention = /* @__PURE__ */ otherNpName(
  'scaled_dot_product_attention',
  'use nn.dotProductAttention(...)',
  'nn',
);
/** @internal */
export const scaledDotProductAttention = /* @__PURE__ */ otherNpName(
  'scaledDotProductAttention',
  'use nn.dotProductAttention(...)',
  'nn',
);
/** @internal */
export const soft_sign = /* @__PURE__ */ otherNpName('soft_sign', 'use nn.softSign(...)', 'nn');
/** @internal */
export const softsign = /* @__PURE__ */ otherNpName('softsign', 'use nn.softSign(...)', 'nn');
/** @internal */
export const swish = /* @__PURE__ */ otherNpName('swish', 'use nn.silu(...)', 'nn');
/** @internal */
export const tanh = /* @__PURE__ */ otherNpName('tanh', 'use np.tanh(...)', 'nn');
