export function keepAssets(earlier: string, draft: string): void;
