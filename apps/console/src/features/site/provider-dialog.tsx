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

interface Key {
  readonly id: string
  readonly secret: string
}
const none: Key = { id: '', secret: '' }
const isEmpty = ({ id, secret }: Key) => id === '' && secret === ''
const isWhole = ({ id, secret }: Key) => /^[A-Za-z0-9._-]{1,64}$/.test(id) && /^[0-9a-f]{64}$/.test(secret)
const said = (keys: ProviderSetting['call'], next: Key) =>
  isEmpty(next) ? (keys[0]?.id ?? t('none')) : `${next.id}${keys[0] ? t('keyMoreHours', { id: keys[0].id }) : ''}`

/** Where a provider is reached, and new keys for it: written once, never shown again. Two SUPERs. */
export function ProviderDialog({ row, onDone, onClose }: Props) {
  const [baseUrl, setBaseUrl] = useState(row.baseUrl ?? '')
  const [keys, setKeys] = useState({ call: none, webhook: none })
  const [isRemoved, setRemoved] = useState(false)
  const name = providerNames[row.name] ?? row.name
  const isNew = row.source !== 'OWN'
  const isFaulty = (key: Key) => !isWhole(key) && (isNew || !isEmpty(key))
  const missing = isRemoved
    ? null
    : !/^https?:\/\/\S+$/.test(baseUrl)
      ? t('needHttps')
      : isFaulty(keys.call) || isFaulty(keys.webhook)
        ? t('needKey')
        : !isNew && isEmpty(keys.call) && isEmpty(keys.webhook) && baseUrl === row.baseUrl
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
          ...(!isEmpty(keys.call) && { call: keys.call }),
          ...(!isEmpty(keys.webhook) && { webhook: keys.webhook }),
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
            <KeyFields
              name={t('callKey')}
              value={keys.call}
              onValue={(next) => setKeys((now) => ({ ...now, call: next }))}
            />
            <KeyFields
              name={t('noticeKey')}
              value={keys.webhook}
              onValue={(next) => setKeys((now) => ({ ...now, webhook: next }))}
            />
            <p className="said">{t('newKeyHint')}</p>
          </>
        )}
      </div>
    </ActionDialog>
  )
}

function KeyFields({ name, value, onValue }: { name: string; value: Key; onValue: (value: Key) => void }) {
  return (
    <div className="site-key">
      <TextField
        label={t('keyNameOf', { name })}
        maxLength={64}
        value={value.id}
        onValue={(id) => onValue({ ...value, id })}
      />
      <TextField
        label={t('keySecretOf', { name })}
        type="password"
        autoComplete="off"
        maxLength={64}
        value={value.secret}
        onValue={(secret) => onValue({ ...value, secret: secret.trim().toLowerCase() })}
      />
    </div>
  )
}
