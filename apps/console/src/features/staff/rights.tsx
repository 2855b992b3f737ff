import type { Permission, Right, StaffRole } from '@maru/contract'
import { rightOf } from '@maru/contract/permissions'
import { Badge, type BadgeTone } from '@maru/ui'
import { roleWords } from '../../parts/may.tsx'

const words: Readonly<Record<Right, readonly [text: string, tone: BadgeTone]>> = {
  none: ['–', 'neutral'],
  read: ['읽기', 'neutral'],
  write: ['쓰기', 'ok'],
  second: ['쓰기 · 두 사람', 'demo'],
  ask: ['요청', 'warn'],
  agree: ['승인', 'warn'],
}
const roles = Object.keys(roleWords) as StaffRole[]
const parts: readonly (readonly [Permission, string])[] = [
  ['sites', '사이트 · 상품'],
  ['options', '종목 · 배당률 · 한도'],
  ['members', '회원 · 이용 정지 · 기기'],
  ['money', '입금 · 출금'],
  ['suspense', '미확인 입금'],
  ['bonus', '보너스 지급 · 차감'],
  ['coupons', '쿠폰'],
  ['disputes', 'P2P 분쟁'],
  ['freeze', '회원 출금 막기'],
  ['stopTrading', '거래 긴급 정지'],
  ['stopWithdrawals', '출금 긴급 정지'],
  ['treasury', '하우스 자금'],
  ['riskGroups', '회원 연결'],
  ['staff', '직원 · 권한'],
  ['audit', '감사 기록'],
  ['results', '결과 · 시세 · 원장'],
]

/** What each role may do: the server's own table. */
export function Rights({ role }: { role: StaffRole | null }) {
  return (
    <section className="panel rights">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="scroll" aria-label="역할과 권한 표" tabIndex={0}>
        <table className="t" aria-label="역할과 권한">
          <thead>
            <tr>
              <th scope="col">역할과 권한</th>
              {roles.map((one) => (
                <th key={one} scope="col" className={one === role ? 'is-mine' : undefined}>
                  {roleWords[one]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map(([permission, name]) => (
              <tr key={permission}>
                <th scope="row">{name}</th>
                {roles.map((one) => {
                  const [text, tone] = words[rightOf(one, permission)]
                  return (
                    <td key={one} className={one === role ? 'is-mine' : undefined}>
                      {text === '–' ? text : <Badge tone={tone}>{text}</Badge>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <footer className="foot">
        <span>표는 서버의 규칙입니다. 결과 · 시세 · 원장은 누구도 쓸 수 없습니다.</span>
      </footer>
    </section>
  )
}
