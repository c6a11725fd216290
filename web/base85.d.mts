/** Bytes as text, as the page holds them. */
export function base85(bytes: Uint8Array): string;
