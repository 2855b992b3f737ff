import { call } from '@maru/client/api/client'
import type { ProviderSetting } from '@maru/contract'
import { Check, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { providerNames } from './provider-words.ts'
import { t } from './texts.ts'

interface Props {
  row: ProviderSetting
  onDone: () => void
  onClose: () => void
}

const isName = (id: string) => /^[A-Za-z0-9._-]{1,64}$/.test(id)
const said = (keys: ProviderSetting['call'], next: string) =>
  next === '' ? (keys[0]?.id ?? t('none')) : `${next}${keys[0] ? t('keyMoreHours', { id: keys[0].id }) : ''}`

/** Where a provider is reached, and the names of new keys for it: the house makes their secrets. Two SUPERs. */
export function ProviderDialog({ row, onDone, onClose }: Props) {
  const [baseUrl, setBaseUrl] = useState(row.baseUrl ?? '')
  const [keys, setKeys] = useState({ call: '', webhook: '' })
  const [isRemoved, setRemoved] = useState(false)
  const name = providerNames[row.name] ?? row.name
  const isNew = row.source !== 'OWN'
  const isFaulty = (id: string) => !isName(id) && (isNew || id !== '')
  const missing = isRemoved
    ? null
    : !/^https?:\/\/\S+$/.test(baseUrl)
      ? t('needHttps')
      : isFaulty(keys.call) || isFaulty(keys.webhook)
        ? t('needKey')
        : !isNew && keys.call === '' && keys.webhook === '' && baseUrl === row.baseUrl
          ? t('nothingChanged')
          : null
  const changes = isRemoved
    ? [{ name, before: row.baseUrl ?? '', after: t('removes') }]
    : [
        { name: t('address'), before: row.baseUrl ?? t('none'), after: baseUrl || t('none') },
        { name: t('callKey'), before: row.call[0]?.id ?? t('none'), after: said(row.call, keys.call) },
        { name: t('noticeKey'), before: row.webhook[0]?.id ?? t('none'), after: said(row.webhook, keys.webhook) },
      ].filter(({ before, after }) => before !== after)
  return (
    <ActionDialog
      title={t('providerOf', { name })}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={missing}
      changes={changes}
      canned={[t('whyRotate'), t('whyContract')]}
      run={({ reason, key }) => {
        const seen = { provider: row.name, updatedAt: row.updatedAt ?? 0, reason }
        if (isRemoved) return call('POST /api/console/site/provider/remove', { params: {}, body: seen, key })
        const body = {
          ...seen,
          baseUrl,
          ...(keys.call !== '' && { call: { id: keys.call } }),
          ...(keys.webhook !== '' && { webhook: { id: keys.webhook } }),
        }
        return call('POST /api/console/site/provider', { params: {}, body, key })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <div className="site-form">
        {!isNew && (
          <Check checked={isRemoved} onChange={setRemoved}>
            {t('removeProvider')}
          </Check>
        )}
        {!isRemoved && (
          <>
            <TextField label={t('address')} maxLength={300} value={baseUrl} onValue={setBaseUrl} />
            <TextField
              label={t('keyNameOf', { name: t('callKey') })}
              maxLength={64}
              value={keys.call}
              onValue={(id) => setKeys((now) => ({ ...now, call: id }))}
            />
            <TextField
              label={t('keyNameOf', { name: t('noticeKey') })}
              maxLength={64}
              value={keys.webhook}
              onValue={(id) => setKeys((now) => ({ ...now, webhook: id }))}
            />
            <p className="said">{t('newKeyHint')}</p>
          </>
        )}
      </div>
    </ActionDialog>
  )
}
