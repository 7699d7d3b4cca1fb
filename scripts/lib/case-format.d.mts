export function formatCases(text: string): string;
