const parameter = /\{(\w+)(?::((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*))?\}/g
const plurals = new Intl.PluralRules('en')
/** The number of a value, which may be written with separators. */
const numberOf = (value: string | number): number => Number(String(value).replaceAll(',', ''))

/**
 * Fills the parameters of a text in. `{name}` is a value; `{count:request|requests}` is what goes with one and with any other number in
 * English, values in it too. One without a value stays as it is written.
 */
export const fillText = (
  text: string,
  find: (name: string) => string | number | undefined,
  shown: (value: string | number, name: string) => string = String,
): string =>
  text.replace(parameter, (whole, name: string, one?: string, other?: string) => {
    const value = find(name)
    if (value === undefined) return whole
    if (one === undefined || other === undefined) return shown(value, name)
    return fillText(plurals.select(numberOf(value)) === 'one' ? one : other, find, shown)
  })
