/** Digits of a phone number with their dashes, also while typing: 02 as ##-###-#### or ##-####-####, else ###-###-#### or ###-####-####. */
export function formatPhone(value: string): string {
  const isSeoul = value.replace(/\D/g, '').startsWith('02')
  const area = isSeoul ? 2 : 3
  const digits = value.replace(/\D/g, '').slice(0, area + 8)
  const rest = digits.slice(area)
  const middle = rest.length > 7 ? 4 : 3
  return [digits.slice(0, area), rest.slice(0, middle), rest.slice(middle)].filter(Boolean).join('-')
}

/** `홍*동`, `김*`: all letters of a name but the first and the last. */
export function maskName(name: string): string {
  const letters = [...name]
  if (letters.length < 2) return name
  if (letters.length === 2) return `${letters[0]}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

/** `****1234`. */
export const maskAccount = (account: string): string => `****${account.replace(/\D/g, '').slice(-4)}`

/** `010-****-5678`. */
export const maskPhone = (phone: string): string => formatPhone(phone).replace(/^(\d{2,3})-\d+-/, '$1-****-')

const particles = {
  을를: ['을', '를'],
  은는: ['은', '는'],
  이가: ['이', '가'],
  와과: ['과', '와'],
  으로로: ['으로', '로'],
} as const

/** A word with its particle, chosen by the last syllable: josa('금', '을를') is 금을. Digits count as they are read. */
export function josa(word: string, kind: keyof typeof particles): string {
  const [closed, open] = particles[kind]
  const final = finalConsonant(word)
  const takesOpen = final === 'none' || (kind === '으로로' && final === 'rieul')
  return word + (takesOpen ? open : closed)
}

function finalConsonant(word: string): 'none' | 'rieul' | 'other' {
  const last = word.at(-1) ?? ''
  const code = last.charCodeAt(0) - 0xac00
  if (code >= 0 && code <= 11171) {
    const index = code % 28
    if (index === 0) return 'none'
    return index === 8 ? 'rieul' : 'other'
  }
  // 영 일 이 삼 사 오 육 칠 팔 구
  if (/[178]/.test(last)) return 'rieul'
  if (/[036]/.test(last)) return 'other'
  // Latin letters as their Korean names: 엘, 엠, 엔, 알 end in a consonant.
  if (/[lr]/i.test(last)) return 'rieul'
  return /[mn]/i.test(last) ? 'other' : 'none'
}
