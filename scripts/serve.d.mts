// For the tests, which are TypeScript.
export interface ServeOptions {
  directory: string;
  port?: number;
  host?: string;
  isolated?: boolean;
  routes?: Record<string, string>;
}
export interface Server {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}
export function serve(options: ServeOptions): Promise<Server>;
