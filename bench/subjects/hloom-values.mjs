// Values that stay on hloom's engine, if the measured hloom supports them.

export const canKeep = (client) => typeof client.toDevice === 'function';
export const keepsNothing = { refused: 'hloom keeps no values on the engine yet' };

/** The arguments of a workload, put on the engine. */
export function toDevice({ hloom, client, workload, inputs }) {
  return Promise.all(
    workload.parameters.map(({ name, type, shape }) => client.toDevice(inputs[name], hloom.Shape.array(type, shape))),
  );
}
