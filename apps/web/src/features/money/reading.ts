/** A KRW amount as it is read: `123만 4,000원`; nothing below 1만, and in other languages. */
export function koreanReading(value: number): string {
  if (value < 10_000) return ''
  const eok = Math.floor(value / 100_000_000)
  const man = Math.floor(value / 10_000) % 10_000
  const rest = value % 10_000
  const parts = [eok > 0 && `${eok.toLocaleString('ko-KR')}억`, man > 0 && `${man.toLocaleString('ko-KR')}만`]
  const words = [...parts, rest > 0 && rest.toLocaleString('ko-KR')].filter(Boolean)
  return `${words.join(' ')}원`
}
