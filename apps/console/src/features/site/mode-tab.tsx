import { call } from '@maru/client/api/client'
import type { ConsoleSite } from '@maru/contract'
import { Badge, Button, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { draftedOf, edit, useDraft } from './draft.ts'
import { SitePart } from './site-part.tsx'

/** Virtual points or real money: what real money asks for, each met or not. */
export default function ModeTab() {
  return (
    <SitePart title="운영 방식">
      {(site) => (
        <>
          <Gate site={site} />
          <Licence key={site.version} site={site} />
        </>
      )}
    </SitePart>
  )
}

const checkNames = {
  licence: '유효한 라이선스',
  countries: '허용 국가',
  domain: '도메인',
  feed: '실제 시세',
  clock: '실제 시각',
  demo: '실거래 서버',
  wallets: '빈 사이트',
} as const satisfies Record<ConsoleSite['gate'][number]['check'], string>

const modeWords = { DEMO: '모의투자 (DEMO)', LICENSED: '실거래 (LICENSED)' } as const

function Gate({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const [isAsking, setAsking] = useState(false)
  const wanted = site.moneyMode === 'DEMO' ? 'LICENSED' : 'DEMO'
  const unmet = site.gate.filter(({ check, isMet }) => !isMet && (wanted === 'LICENSED' || check === 'wallets'))
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{modeWords[site.moneyMode]}</h3>
        <span className="sub">실거래는 아래가 모두 갖추어지고 두 사람이 승인할 때만 열립니다</span>
        <span className="sp" />
        {may && (
          <Button size={36} disabled={unmet.length > 0} onClick={() => setAsking(true)}>
            {unmet.length > 0 ? `${unmet.length}가지가 남았습니다` : `${modeWords[wanted]}로 바꾸기`}
          </Button>
        )}
      </header>
      <ul className="site-gate">
        {site.gate.map(({ check, isMet, why }) => (
          <li key={check}>
            <Badge tone={isMet ? 'ok' : 'warn'}>{isMet ? '충족' : '미충족'}</Badge>
            <b>{checkNames[check]}</b>
            <span>{why}</span>
          </li>
        ))}
      </ul>
      {isAsking && (
        <ActionDialog
          title="운영 방식 바꾸기"
          confirm="두 번째 승인 요청"
          done="요청했습니다"
          changes={[{ name: site.name, before: modeWords[site.moneyMode], after: modeWords[wanted] }]}
          run={({ reason, key }) =>
            call('POST /api/console/site/mode', {
              params: {},
              body: { version: site.version, moneyMode: wanted, reason },
              key,
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const dayOf = (at: number): string => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
/** The end of a day in Korea; null where it is none. */
const endOf = (day: string): number | null => {
  const at = Date.parse(`${day}T23:59:59+09:00`)
  return Number.isNaN(at) ? null : at
}

function Licence({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { licence, countries } = draftedOf(site, useDraft(site.id))
  const [form, setForm] = useState({
    number: licence?.number ?? '',
    authority: licence?.authority ?? '',
    day: licence ? dayOf(licence.validUntil) : '',
  })
  const [text, setText] = useState(countries.join(', '))
  const set = (fields: Partial<typeof form>) => {
    const next = { ...form, ...fields }
    setForm(next)
    const validUntil = endOf(next.day)
    const isWhole = next.number.trim().length >= 2 && next.authority.trim().length >= 2 && validUntil !== null
    const given = isWhole ? { number: next.number.trim(), authority: next.authority.trim(), validUntil } : null
    edit(site.id, { licence: given })
  }
  return (
    <section className="panel">
      <header className="site-h">
        <h3>라이선스와 허용 국가</h3>
        <span className="sub">셋을 모두 적어야 기록이 됩니다</span>
      </header>
      <fieldset disabled={!may} className="site-fields site-three">
        <legend className="sr">라이선스</legend>
        <TextField
          label="허가 기관"
          maxLength={60}
          value={form.authority}
          onValue={(authority) => set({ authority })}
        />
        <TextField label="허가 번호" maxLength={60} value={form.number} onValue={(number) => set({ number })} />
        <TextField label="유효한 날까지" type="date" value={form.day} onValue={(day) => set({ day })} />
        <TextField
          label="허용 국가 (두 글자, 쉼표로)"
          maxLength={800}
          value={text}
          onValue={(next) => {
            setText(next)
            const codes = next.toUpperCase().split(/[\s,]+/)
            edit(site.id, { countries: codes.filter((code) => /^[A-Z]{2}$/.test(code)) })
          }}
        />
      </fieldset>
    </section>
  )
}
