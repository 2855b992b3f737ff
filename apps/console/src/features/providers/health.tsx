import type { ProviderHealth } from '@maru/contract'
import { Badge, formatTime } from '@maru/ui'
import { breakerTones, breakerWords, isOdd, providerWord, shareOf } from './words.ts'

const timeOf = (at: number | null) => (at === null ? '–' : formatTime(at))

/** How each provider fares: what got through in a day, what waits, whether calls to it are held back. */
export function Health({ rows }: { rows: readonly ProviderHealth[] }) {
  const odd = rows.filter(isOdd).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="panel prov-h" aria-labelledby="prov-health" tabIndex={0}>
      <header className="prov-t">
        <h2 id="prov-health">상태</h2>
        <span className="dim">24시간</span>
        <span className="sp" />
        <Badge tone={odd === 0 ? 'ok' : 'warn'}>{odd === 0 ? '모두 정상' : `확인 ${odd}`}</Badge>
      </header>
      <table className="prov-tb">
        <thead>
          <tr>
            <th scope="col">제공사</th>
            <th scope="col">성공률</th>
            <th scope="col">완료 · 실패</th>
            <th scope="col">마지막 완료</th>
            <th scope="col">차단기</th>
            <th scope="col">대기 · 결과 불명</th>
            <th scope="col">마지막 알림</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.provider} className={isOdd(row) ? 'is-odd' : undefined}>
              <th scope="row">{providerWord(row.provider)}</th>
              <td>{shareOf(row) ?? '–'}</td>
              <td>
                {row.done} · {row.failed}
              </td>
              <td>{timeOf(row.lastDoneAt)}</td>
              <td>
                <Badge tone={breakerTones[row.breaker]}>{breakerWords[row.breaker]}</Badge>
              </td>
              <td>
                {row.waiting} · {row.unknown}
              </td>
              <td>{timeOf(row.webhookAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
