export interface ServeOptions {
  readonly directory: string;
  /** 0, which is what it is when left out, takes a free one. */
  readonly port?: number;
  /** This machine alone when left out. */
  readonly host?: string;
  /** True, the default, sends the headers that make a page cross-origin isolated with every answer. */
  readonly isolated?: boolean;
  /** Further directories, by the prefixes of the addresses that they answer: `{ '/dist/': ... }`. */
  readonly routes?: Readonly<Record<string, string>>;
  /** Further files, by the paths of their addresses: `{ '/served/add.hlo': ... }`. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Server {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves a directory to this machine. Fails as Node does: with the code `EADDRINUSE` where the port is taken. */
export function serve(options: ServeOptions): Promise<Server>;
