import type { ConsoleSite, FooterEntry } from '@maru/contract'
import { fewestFooterEntries, footerOf } from '@maru/contract/footer'
import { Segmented } from '@maru/ui'
import { useMay } from '../../parts/may.tsx'
import { type Draft, draftedOf, edit, useDraft } from './draft.ts'
import { FooterEntries } from './footer-entries.tsx'
import { FooterPreview } from './footer-preview.tsx'
import { SitePart } from './site-part.tsx'
import { t } from './texts.ts'

/** Which entries the footer of a site has, in which order, and how members see it. */
export default function FooterTab() {
  return (
    <SitePart
      title={t('footer')}
      faultOf={(site, draft) =>
        draftedOf(site, draft).footer !== null && isTooShort(site, draft) ? t('footerRule') : null
      }
    >
      {(site) => <Footer site={site} />}
    </SitePart>
  )
}

/** What members will see of the footer, switches that wait to be sent counted. */
const shownOf = (site: ConsoleSite, draft: Draft): readonly FooterEntry[] =>
  footerOf(draftedOf(site, draft).footer, { ...site.flags, ...draft.flags })

const isTooShort = (site: ConsoleSite, draft: Draft) => shownOf(site, draft).length < fewestFooterEntries

const forms = [
  { value: 'DEFAULT', label: t('footerDefault') },
  { value: 'OWN', label: t('footerOwn') },
] as const

function Footer({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const draft = useDraft(site.id)
  const { footer } = draftedOf(site, draft)
  const shown = shownOf(site, draft)
  return (
    <>
      <section className="panel">
        <header className="site-h">
          <h3>{t('footer')}</h3>
          <span className="sub">{t('footerHint')}</span>
        </header>
        <fieldset disabled={!may} className="site-fields site-footer">
          <legend className="sr">{t('footer')}</legend>
          <Segmented
            label={t('footerForm')}
            choices={forms}
            value={footer === null ? 'DEFAULT' : 'OWN'}
            onChange={(form) => edit(site.id, { footer: form === 'OWN' ? (site.footer ?? [...shown]) : null })}
          />
          {footer !== null && (
            <FooterEntries entries={footer} shown={shown} onChange={(entries) => edit(site.id, { footer: entries })} />
          )}
        </fieldset>
      </section>
      <FooterPreview entries={shown} accent={draftedOf(site, draft).accent} />
    </>
  )
}
