import { call } from '@maru/client/api/client'
import type { FxState } from '@maru/contract'
import { Button, formatDateTime, groupDigits } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useKeys } from '../../parts/keys.ts'
import { For, useMay } from '../../parts/may.tsx'
import { t } from './texts.ts'

interface Props extends Pick<FxState, 'otherSites'> {
  readonly source: NonNullable<FxState['source']>
  readonly onDone: () => void
}

/** What a person has to look at: a rate far from the last, or a source that cannot be used. */
export function Proposed({ source, otherSites, onDone }: Props) {
  const { last, proposed, problem } = source
  const [isAsking, setAsking] = useState(false)
  const may = useMay('fxFixing') && otherSites.length === 0
  useKeys([{ key: 'a', label: t('confirm'), run: () => setAsking(true) }], may && proposed !== null)
  const tone = proposed ? ' is-warn' : ''
  return (
    <section className={`panel fx-wait${tone}`} aria-labelledby="fx-wait" aria-live="polite">
      <h2 id="fx-wait">{proposed ? t('waits') : problem ? t('problem') : t('allGood')}</h2>
      {proposed && (
        <>
          <p className="fx-big num">{t('won', { rate: groupDigits(proposed.rate) })}</p>
          <dl>
            <dt>{t('source')}</dt>
            <dd className="num">{t('statedFor', proposed)}</dd>
            <dt>{t('change')}</dt>
            <dd className="num">{last ? changeOf(last.rate, proposed.rate) : t('none')}</dd>
          </dl>
          <p className="sub">{t('waitsHint')}</p>
          {otherSites.length > 0 ? (
            <p className="sub">{t('otherSites', { sites: otherSites.join(', ') })}</p>
          ) : (
            <For permission="fxFixing" what={t('confirm')}>
              <Button tone="primary" onClick={() => setAsking(true)}>
                {t('confirm')} <kbd>A</kbd>
              </Button>
            </For>
          )}
        </>
      )}
      {problem && (
        <p className="sub">
          <code>{problem.text}</code>
          <br />
          <span className="num">{t('problemAt', { at: formatDateTime(problem.at) })}</span>
        </p>
      )}
      {!proposed && last && (
        <dl>
          <dt>{t('last')}</dt>
          <dd className="num">
            {t('won', { rate: groupDigits(last.rate) })} · {t('statedFor', last)}
          </dd>
        </dl>
      )}
      {isAsking && proposed && (
        <ActionDialog
          title={t('confirmTitle')}
          confirm={t('confirm')}
          done={t('confirmed')}
          changes={[
            {
              name: t('rate'),
              before: last ? groupDigits(last.rate) : t('none'),
              after: groupDigits(proposed.rate),
            },
            { name: t('source'), before: last ? t('statedFor', last) : t('none'), after: t('statedFor', proposed) },
          ]}
          canned={[t('whyBank'), t('whyNews')]}
          run={({ reason, key }) =>
            call('POST /api/console/fx/confirm', {
              params: {},
              body: { reason, rate: proposed.rate, date: proposed.date },
              key,
            })
          }
          onDone={onDone}
          onClose={() => setAsking(false)}
        >
          <p className="sub">{t('effect')}</p>
        </ActionDialog>
      )}
    </section>
  )
}

/** How far the rate moved, with its sign: `+51.80 (+3.70%)`. */
function changeOf(before: string, after: string): string {
  const gap = Number(after) - Number(before)
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
  return `${signed(gap)} (${signed((gap / Number(before)) * 100)}%)`
}
