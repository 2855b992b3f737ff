import type { ConsoleSite } from '@maru/contract'
import { accentFault } from '@maru/contract/accent'
import { Badge, Empty, TextField } from '@maru/ui'
import { useMay } from '../../parts/may.tsx'
import { errorText } from '../../session/words.ts'
import { AccentCheck } from './accent-check.tsx'
import { ChangeSet } from './change-set.tsx'
import { edit, useDraft } from './draft.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { LogoField } from './logo-field.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { useConsoleSite } from './use-site.ts'

/** The name and the colour of a site, with phones that show them before they count. */
export default function BrandTab() {
  const { data: site, error, refetch } = useConsoleSite()
  if (site) return <Brand site={site} onSent={() => void refetch()} />
  return (
    <SiteFrame title="브랜드">
      {error ? <Empty title="사이트를 불러오지 못했습니다">{errorText(error)}</Empty> : <TabSkeleton />}
    </SiteFrame>
  )
}

const colours = [
  { accent: null, name: '하우스 색', shown: '#08705f' },
  { accent: '#6b3fa0', name: '보라', shown: '#6b3fa0' },
  { accent: '#8a5a00', name: '황토', shown: '#8a5a00' },
  { accent: '#444b59', name: '회색', shown: '#444b59' },
] as const

/** Why a name or a colour cannot stand; null when both can. */
function faultOf(name: string, accent: string | null): string | null {
  if (name.trim().length < 2 || name.trim().length > 12) return '이름은 2–12자입니다'
  const fault = accent === null ? null : accentFault(accent)
  if (fault === 'FORMAT') return '색은 #6b3fa0처럼 적어 주세요'
  return fault === 'DIRECTION' ? '매수·매도 색과 너무 가깝습니다' : null
}

function Brand({ site, onSent }: { site: ConsoleSite; onSent: () => void }) {
  const may = useMay('sites')
  const draft = useDraft(site.id)
  const { name = site.name, accent = site.accent } = draft
  const fault = faultOf(name, accent)
  const valid = accent === null || accentFault(accent) === null ? accent : null
  return (
    <SiteFrame
      title="브랜드"
      tools={<Badge>버전 {site.version}</Badge>}
      side={<ChangeSet site={site} fault={fault} onSent={onSent} />}
    >
      <section className="panel site-brand">
        <fieldset disabled={!may}>
          <legend className="sr">이름과 강조색</legend>
          <TextField
            label="이름 (2–12자)"
            maxLength={12}
            value={name}
            onValue={(next) => edit(site.id, { name: next })}
          />
          <TextField
            label="강조색 (#rrggbb, 비우면 하우스 색)"
            maxLength={7}
            value={accent ?? ''}
            onValue={(next) => edit(site.id, { accent: next === '' ? null : next.toLowerCase() })}
          />
          <div className="site-colours">
            {colours.map((one) => (
              <button
                key={one.name}
                type="button"
                aria-label={one.name}
                aria-pressed={one.accent === accent}
                style={{ background: one.shown }}
                onClick={() => edit(site.id, { accent: one.accent })}
              />
            ))}
          </div>
          {fault !== null && <p className="over">{fault}</p>}
        </fieldset>
        <AccentCheck accent={valid} />
      </section>
      <LogoField site={site} onSent={onSent} />
      <PhonePreview name={name.trim() || site.name} accent={valid} isDemo={site.moneyMode === 'DEMO'} />
    </SiteFrame>
  )
}
