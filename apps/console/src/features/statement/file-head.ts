const ownHead = 'providerRef,reference,kind,amount,fee,at,valueDate'
const mostLines = 30
const fewest = 3

/** The names in the head of a bank's own file: the first of its lines with the most cells; null: the file has the head of ours. */
export function headOf(csv: string): readonly string[] | null {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/, mostLines)
  const rows = lines.flatMap((line) => [',', ';', '\t'].map((delimiter) => cellsOf(line, delimiter)))
  if (rows.some((cells) => cells.join() === ownHead)) return null
  let head: readonly string[] = []
  for (const cells of rows) if (cells.length > head.length) head = cells
  return head.length < fewest ? [] : head
}

const cellsOf = (line: string, delimiter: string): string[] =>
  (
    line.match(
      delimiter === '\t'
        ? /("[^"]*"|[^\t]*)(\t|$)/g
        : delimiter === ';'
          ? /("[^"]*"|[^;]*)(;|$)/g
          : /("[^"]*"|[^,]*)(,|$)/g,
    ) ?? []
  )
    .map((cell) =>
      cell
        .replace(/[,;\t]$/, '')
        .replace(/^"|"$/g, '')
        .trim(),
    )
    .filter((cell) => cell !== '')
