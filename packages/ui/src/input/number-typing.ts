import { groupDigits } from '../format/decimal.ts'
import { type NumberRules, readNumber } from './read-number.ts'

/** Why an entry is no number of its field: its form, its decimals, its sign, or its length. */
export type NumberFault = 'form' | 'decimals' | 'sign' | 'size'

/** What a field shows while something is entered, and its value: a plain decimal, empty where the entry is refused. */
export interface Typing {
  readonly text: string
  readonly value: string
  readonly fault: NumberFault | null
}

/** A change of a field: its text before and after, and where the caret stands then. */
export interface Change {
  readonly before: string
  readonly after: string
  readonly caret: number
  /** A key or a deletion; false where the text came as a whole. */
  readonly isKey: boolean
}

/** The form in which the field itself shows a number: its commas carry nothing. */
const own = /^-?(?:\d{1,3}(?:,\d{3})*)?(?:\.\d*)?$/

/**
 * What a field shows after a change. Digits and a point that are put into its own form, or taken out of it, leave a number that
 * is grouped again; every other text is read as a whole. What cannot be read stays as it was entered, without a value.
 */
export function typeNumber(change: Change, rules: NumberRules): Typing {
  const { before, after, caret, isKey } = change
  const inserted = insertedOf(change).normalize('NFKC')
  const isMark = inserted === '.' || (inserted === ',' && rules.mark === ',' && rules.decimals > 0)
  const isOwnEdit = own.test(before) && (/^\d+$/.test(inserted) || (isKey && (inserted === '' || isMark)))
  const read = isKey && isOwnEdit ? null : readNumber(after, rules)
  if (read !== null) return shown(read, rules)
  const text = isMark ? `${after.slice(0, caret - 1)}.${after.slice(caret)}` : after.normalize('NFKC')
  const edited = text.replaceAll(',', '')
  const isNumber = isOwnEdit && /^-?\d*\.?\d*$/.test(edited)
  return isNumber ? shown(edited, rules) : { text: after, value: '', fault: 'form' }
}

/** Where the caret stands after `text` took the place of what was entered: behind as many figures as before. */
export function caretAfter({ after, caret }: Change, text: string): number {
  const behind = after.slice(caret).replace(/[^\d.]/g, '').length
  let at = text.length
  for (let rest = behind; rest > 0 && at > 0; at--) if (text[at - 1] !== ',') rest -= 1
  return at
}

/** A number in the field's own form, and whether it is one of the field. */
function shown(number: string, rules: NumberRules): Typing {
  const [, minus = '', digits = '', point = '', fraction = ''] = /^(-?)0*(\d*)(\.?)(\d*)$/.exec(number) ?? []
  const whole = digits === '' && /\d|\./.test(number) ? '0' : digits
  const text = minus + groupDigits(whole) + point + fraction
  const fault = faultOf(minus, whole, point, fraction, rules)
  if (fault !== null) return { text, value: '', fault }
  const kept = fraction.slice(0, rules.decimals)
  return { text, value: whole === '' ? '' : minus + whole + (kept && `.${kept}`), fault }
}

function faultOf(
  minus: string,
  whole: string,
  point: string,
  fraction: string,
  rules: NumberRules,
): NumberFault | null {
  const { decimals, negative = false, maxWholeDigits = 12 } = rules
  // A whole amount may end in `.00`; `1.000` could mean a thousand.
  const isExact = decimals > 0 ? /^0*$/.test(fraction.slice(decimals)) : point === '' || fraction === '00'
  if (minus !== '' && !negative) return 'sign'
  if (!isExact) return 'decimals'
  return whole.length > maxWholeDigits ? 'size' : null
}

/** What a change put in, as far as before and after tell. */
function insertedOf({ before, after, caret }: Change): string {
  const behind = before.endsWith(after.slice(caret)) ? after.length - caret : 0
  const end = after.length - behind
  let start = 0
  while (start < end && start < before.length - behind && before[start] === after[start]) start += 1
  return after.slice(start, end)
}
