interface Step {
  say(what: string): void;
  end(): void;
}

export class Progress {
  constructor(options?: { write?: (text: string) => void; terminal?: boolean; columns?: () => number });
  start(name: string, what?: string): Step;
  print(text: string): void;
}
