import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import { SwitchRow } from '@maru/ui'
import { changeSettings, type SoundKind, useMemberSettings } from './member-settings.ts'

const texts = defineTexts(
  'order-sounds',
  {
    success: '접수 소리',
    successHint: '참여나 주문이 접수될 때',
    cancel: '취소 소리',
    cancelHint: '주문이 취소되거나 무효가 될 때',
    filled: '결과 소리',
    filledHint: '회차 결과나 체결이 나올 때',
  },
  {
    success: 'Accepted',
    successHint: 'When a stake or an order is accepted',
    cancel: 'Cancelled',
    cancelHint: 'When an order is cancelled or void',
    filled: 'Result',
    filledHint: 'When a round is decided or an order is filled',
  },
)
const sounds = [
  ['SUCCESS', 'success', 'successHint'],
  ['CANCEL', 'cancel', 'cancelHint'],
  ['FILLED', 'filled', 'filledHint'],
] as const satisfies readonly (readonly [SoundKind, string, string])[]

/** Which events of stakes and orders make a sound: one setting for all products. */
export function OrderSounds() {
  const t = useTexts(texts)
  const sound = useMemberSettings(({ sound }) => sound)
  return sounds.map(([kind, label, hint]) => (
    <SwitchRow
      key={kind}
      checked={sound[kind]}
      onChange={(on) => changeSettings({ sound: { ...sound, [kind]: on } })}
      label={t(label)}
      hint={t(hint)}
    />
  ))
}
