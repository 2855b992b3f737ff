export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
export const sumBig = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n)
