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
import { t } from './texts.ts'
import { useConsoleSite } from './use-site.ts'

/** The name and the colour of a site, with phones that show them before they count. */
export default function BrandTab() {
  const { data: site, error, refetch } = useConsoleSite()
  if (site) return <Brand site={site} onSent={() => void refetch()} />
  return (
    <SiteFrame title={t('brand')}>
      {error ? <Empty title={t('siteFailed')}>{errorText(error)}</Empty> : <TabSkeleton />}
    </SiteFrame>
  )
}

const colours = [
  { accent: null, name: t('houseColour'), shown: '#08705f' },
  { accent: '#6b3fa0', name: t('violet'), shown: '#6b3fa0' },
  { accent: '#8a5a00', name: t('ochre'), shown: '#8a5a00' },
  { accent: '#444b59', name: t('grey'), shown: '#444b59' },
] as const

/** Why a name or a colour cannot stand; null when both can. */
function faultOf(name: string, accent: string | null): string | null {
  if (name.trim().length < 2 || name.trim().length > 12) return t('nameRule')
  const fault = accent === null ? null : accentFault(accent)
  if (fault === 'FORMAT') return t('colourRule')
  return fault === 'DIRECTION' ? t('colourNear') : null
}

function Brand({ site, onSent }: { site: ConsoleSite; onSent: () => void }) {
  const may = useMay('sites')
  const draft = useDraft(site.id)
  const { name = site.name, accent = site.accent } = draft
  const fault = faultOf(name, accent)
  const valid = accent === null || accentFault(accent) === null ? accent : null
  return (
    <SiteFrame
      title={t('brand')}
      tools={<Badge>{t('version', { version: site.version })}</Badge>}
      side={<ChangeSet site={site} fault={fault} onSent={onSent} />}
    >
      <section className="panel site-brand">
        <fieldset disabled={!may}>
          <legend className="sr">{t('nameColour')}</legend>
          <TextField
            label={t('nameField')}
            maxLength={12}
            value={name}
            onValue={(next) => edit(site.id, { name: next })}
          />
          <TextField
            label={t('accentField')}
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
