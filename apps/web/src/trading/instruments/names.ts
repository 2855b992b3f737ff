/** The instrument's symbol: a stock name without its prefix and the mark of perpetuals (`CR_BTCUSDTPERP` is BTCUSDT). */
export const nameOf = (stock: string): string => stock.replace(/^[A-Z]+_/, '').replace(/PERP$/, '')

/** Whether what was typed is part of a symbol or a Korean name; spaces and case do not matter. */
export function matches({ stock, koName }: { stock: string; koName: string }, sought: string): boolean {
  const plain = (text: string) => text.replace(/[\s/]/g, '').toLowerCase()
  const wanted = plain(sought)
  return plain(nameOf(stock)).includes(wanted) || plain(koName).includes(wanted)
}
