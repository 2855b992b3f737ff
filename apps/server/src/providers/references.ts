/** The names under which providers know what the house asked of them. */
const idIn =
  (form: RegExp) =>
  (text: string | null): number | null => {
    const digits = form.exec(text ?? '')?.[1]
    return digits === undefined || !Number.isSafeInteger(Number(digits)) ? null : Number(digits)
  }

/** The deposit that a reference names; null: none. */
export const requestIdIn = idIn(/^D([1-9]\d{0,15})$/)
/** The key of a payout, as a provider repeats it: a random value, or the number of one that is older than those; null: it is none. */
export const payoutKeyIn = (text: string | null): string | null =>
  text !== null && /^payout-([0-9a-f]{32}|[1-9]\d{0,15})$/.test(text) ? text : null
/** The P2P order that a reference names; null: none. */
export const orderIdIn = idIn(/^P([1-9]\d{0,15})$/)
