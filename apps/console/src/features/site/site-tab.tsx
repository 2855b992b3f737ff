import type { ConsoleSite } from '@maru/contract'
import { Badge, Empty } from '@maru/ui'
import { useMay } from '../../parts/may.tsx'
import { errorText } from '../../session/words.ts'
import { ChangeSet } from './change-set.tsx'
import { edit, flagPlaces, onOff, useDraft } from './draft.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { t } from './texts.ts'
import { useConsoleSite } from './use-site.ts'

/** What a site has, as switches, and what it is. */
export default function SiteTab() {
  const { data: site, error, refetch } = useConsoleSite()
  if (site)
    return (
      <SiteFrame
        title={t('productSite')}
        tools={<Badge>{t('version', { version: site.version })}</Badge>}
        side={<ChangeSet site={site} onSent={() => void refetch()} />}
      >
        <Products site={site} />
        <Facts site={site} />
      </SiteFrame>
    )
  return (
    <SiteFrame title={t('productSite')}>
      {error ? <Empty title={t('siteFailed')}>{errorText(error)}</Empty> : <TabSkeleton />}
    </SiteFrame>
  )
}

function Products({ site }: { site: ConsoleSite }) {
  const draft = useDraft(site.id)
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('products')}</h3>
        <span className="sub">{t('flagsHint')}</span>
      </header>
      <ul className="site-flags">
        {flagPlaces.map((place, index) =>
          place === null ? (
            <li key="unused" className="off">
              <span className="num">{index}</span>
              <b>{t('unused')}</b>
              <span className="what">{t('unusedHint')}</span>
              <span>{t('off')}</span>
            </li>
          ) : (
            <Switch
              key={place.flag}
              place={String(index)}
              name={place.name}
              what={place.what}
              before={site.flags[place.flag]}
              value={draft.flags[place.flag] ?? site.flags[place.flag]}
              onChange={(on) => edit(site.id, { flags: { ...draft.flags, [place.flag]: on } })}
            />
          ),
        )}
        <Switch
          place="·"
          name={t('liveChat')}
          what={t('chatHint')}
          before={site.liveChat}
          value={draft.liveChat ?? site.liveChat}
          onChange={(liveChat) => edit(site.id, { liveChat })}
        />
      </ul>
    </section>
  )
}

interface SwitchProps {
  place: string
  name: string
  what: string
  before: boolean
  value: boolean
  onChange: (value: boolean) => void
}

function Switch({ place, name, what, before, value, onChange }: SwitchProps) {
  const may = useMay('sites')
  return (
    <li className={before === value ? undefined : 'ed'}>
      <span className="num">{place}</span>
      <b>{name}</b>
      <span className="what">{what}</span>
      <span>
        {before !== value && `${onOff(before)} → `}
        {onOff(value)}
      </span>
      <button
        type="button"
        role="switch"
        className="sw"
        aria-checked={value}
        aria-label={name}
        disabled={!may}
        onClick={() => onChange(!value)}
      />
    </li>
  )
}

function Facts({ site }: { site: ConsoleSite }) {
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('site')}</h3>
      </header>
      <dl className="kv site-facts">
        <dt>{t('numberCode')}</dt>
        <dd className="num">
          {site.id} · {site.code}
        </dd>
        <dt>{t('domains')}</dt>
        <dd>{site.domains.length === 0 ? t('none') : site.domains.join(', ')}</dd>
        <dt>{t('moneyMode')}</dt>
        <dd>{t('fixedLater', { mode: site.moneyMode === 'DEMO' ? t('modeDemo') : t('modeLicensed') })}</dd>
      </dl>
    </section>
  )
}
