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

const gap = [18, 44] as const;
/** Graphs with more nodes than the first number get simpler layouts: a second is the most that one waits for. */
const [careful, moderate] = [80, 500];

export function layOut({ nodes, edges }: LayoutRequest): LayoutAnswer {
  if (nodes.length === 0) return { width: 0, height: 0, nodes: [], edges: [] };
  // A node without edges is an edge to itself for graphConnect.
  const connected = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const single = nodes.filter(({ id }) => !connected.has(id)).map(({ id }) => [id, id] as const);
  const make = graphConnect().single(true);
  const graph = make([...edges.map(({ from, to }) => [from, to] as const), ...single]);
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
      return [...(lines.get(`${to}\n${from}`) ?? [])].reverse();
    }),
  };
}
