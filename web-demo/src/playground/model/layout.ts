/** The places of a graph's nodes, by d3-dag: layers from the parameters down to the root. */

import {
  coordGreedy,
  coordSimplex,
  decrossDfs,
  decrossTwoLayer,
  graphConnect,
  layeringLongestPath,
  layeringSimplex,
  sugiyama,
  twolayerAgg,
} from 'd3-dag';

export interface LayoutRequest {
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** Centers of nodes, and the bends of edges, in the order of the request. */
export interface LayoutAnswer {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly (readonly [x: number, y: number])[];
  readonly edges: readonly (readonly (readonly [x: number, y: number])[])[];
}

const gap = [14, 32] as const;
/** Graphs with more nodes than the first number get simpler layouts: a second is the most that one waits for. */
const [careful, moderate] = [80, 500];
/** The places in layers that the edges of such graphs may take together, for each node. */
const [placesOfModerate, placesOfLarge] = [2, 0.5];

export function layOut({ nodes, edges }: LayoutRequest): LayoutAnswer {
  if (nodes.length === 0) return { width: 0, height: 0, nodes: [], edges: [] };
  const routed = nodes.length <= careful ? edges : routedEdges(nodes, edges);
  // A node without edges is an edge to itself for graphConnect.
  const connected = new Set(routed.flatMap(({ from, to }) => [from, to]));
  const single = nodes.filter(({ id }) => !connected.has(id)).map(({ id }) => [id, id] as const);
  const make = graphConnect().single(true);
  const graph = make([...routed.map(({ from, to }) => [from, to] as const), ...single]);
  const sizes = new Map(nodes.map(({ id, width, height }) => [id, [width, height] as const]));
  const sizeOf = ({ data }: { readonly data: string }): readonly [number, number] => sizes.get(data) ?? [1, 1];
  const sized = sugiyama().nodeSize(sizeOf).gap(gap);
  const count = nodes.length;
  const chosen =
    count <= careful
      ? sized.layering(layeringSimplex()).decross(decrossTwoLayer()).coord(coordSimplex())
      : count <= moderate
        ? sized.layering(layeringLongestPath()).decross(decrossTwoLayer().order(twolayerAgg())).coord(coordGreedy())
        : sized.layering(layeringLongestPath()).decross(decrossDfs()).coord(coordGreedy());
  const { width, height } = chosen(graph);
  const places = new Map([...graph.nodes()].map(({ data, x, y }) => [data, [x, y] as const]));
  const lines = new Map(
    [...graph.links()].map(({ source, target, points }) => [`${source.data}\n${target.data}`, points]),
  );
  return {
    width,
    height,
    nodes: nodes.map(({ id }) => places.get(id) ?? [0, 0]),
    edges: edges.map(({ from, to }) => {
      const points = lines.get(`${from}\n${to}`);
      if (points !== undefined) return points;
      // In a cycle of scopes, the library turns an edge round.
      const turned = lines.get(`${to}\n${from}`);
      if (turned !== undefined) return [...turned].reverse();
      return [from, to].flatMap((end) => [places.get(end) ?? []]).filter(isPoint);
    }),
  };
}

const isPoint = (place: readonly number[]): place is readonly [number, number] => place.length === 2;

/**
 * The edges that go round the nodes between their ends, the shortest first. Each takes a place in all layers that it
 * crosses, so the result of a training step, a tuple of hundreds of values from everywhere, would take more time and
 * width than all nodes. The other edges are straight. Every node has an operand in the layer above it, so the layers
 * stay as they are.
 */
function routedEdges(nodes: LayoutRequest['nodes'], edges: LayoutRequest['edges']): LayoutRequest['edges'] {
  const operands = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) operands.get(to)?.push(from);
  const layers = new Map<string, number>();
  // Operands come before their users; only in a cycle of scopes, one of them has no layer yet.
  for (const [id, from] of operands)
    layers.set(
      id,
      from.reduce((most, one) => Math.max(most, 1 + (layers.get(one) ?? -1)), 0),
    );
  const crossed = ({ from, to }: LayoutRequest['edges'][number]): number =>
    Math.max(0, (layers.get(to) ?? 0) - (layers.get(from) ?? 0) - 1);
  let left = nodes.length * (nodes.length <= moderate ? placesOfModerate : placesOfLarge);
  return [...edges].sort((one, other) => crossed(one) - crossed(other)).filter((edge) => (left -= crossed(edge)) >= 0);
}
