/** Words of this house and its members' world that a guesser tries first. */
const brand = ['maru', '마루', 'trading', 'bitcoin', 'binance', 'futures', 'korea', 'password', 'qwerty', 'admin']

/**
 * Is the password easy to guess? Common and breached ones (49,000 of them, also with digits and signs added or letters
 * replaced), brand words, the member's own names, runs and repetitions are. Length and characters are the contract's.
 */
export async function isWeakPassword(password: string, own: readonly string[]): Promise<boolean> {
  const lower = password.toLowerCase()
  if (isRepetitive(lower) || isRun(lower)) return true

  const plain = unleet(lower)
  const common = await commonPasswords()
  for (const form of new Set([lower, plain])) {
    if (common.has(form)) return true
    const core = form.replace(/^[^a-z]+|[^a-z]+$/g, '')
    // What is added to a common word must be worth as much as a short password by itself.
    if (core !== '' && (common.has(core) || brand.includes(core)) && form.length - core.length < minRest) return true
  }
  return [...brand, ...own.map((name) => name.toLowerCase()).filter((name) => name.length >= 4)].some((word) => {
    const rest = lower.split(word).join('')
    return rest.length < lower.length && rest.length < minRest
  })
}

const minRest = 8

/** Fewer than five different characters, or a short piece over and over. */
function isRepetitive(text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,5})\1+.{0,4}$/.test(text)
}

/** Mostly neighbours on the keyboard or in the alphabet. */
function isRun(text: string): boolean {
  let steps = 0
  for (let i = 1; i < text.length; i++) {
    const pair = text.slice(i - 1, i + 1)
    if (rows.some((row) => row.includes(pair))) steps += 1
  }
  return steps >= text.length - 3
}
const forward = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '!@#$%^&*()']
const rows = [...forward, ...forward.map((row) => [...row].reverse().join(''))]

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
const unleet = (text: string): string => text.replace(/[013457@$]/g, (sign) => leet[sign] ?? sign)

let loading: Promise<ReadonlySet<string>> | null = null
/** Read when the first password is judged: a start has no use for them. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set((dictionary['passwords-common'] as string[]).filter((word) => word.length >= 5)),
  )
  return loading
}
