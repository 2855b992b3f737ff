export { useBackCloses } from './components/back-closes.ts'
export { BrandMark } from './components/brand-mark.tsx'
export { Button, type ButtonLook, type ButtonTone, buttonClass, IconButton } from './components/button.tsx'
export { Chip, type Choice, Segmented, Tabs } from './components/choices.tsx'
export { DecimalStepper } from './components/decimal-stepper.tsx'
export { FormError, PasswordField, TextField } from './components/field.tsx'
export { arrowOf, Direction, directionClass, FlashSheet, flash, Price } from './components/figure.tsx'
export { holdTouches } from './components/gesture.ts'
export { CountBadge, HeaderBar } from './components/header.tsx'
export { Icon, type IconName } from './components/icon.tsx'
export { Dialog, Drawer, type ModalProps, Sheet } from './components/modal.tsx'
export { NumericField } from './components/numeric-field.tsx'
export { Slider } from './components/slider.tsx'
export { Badge, type BadgeTone, Empty, Skeleton, Strip } from './components/states.tsx'
export { Stepper } from './components/stepper.tsx'
export { Toaster, toast } from './components/toast.tsx'
export type { ToastTone } from './components/toast-stack.ts'
export { Check, SwitchRow } from './components/toggles.tsx'
export { accentTokens, contrastOf } from './format/accent.ts'
export { groupDigits, roundDecimal, signOf } from './format/decimal.ts'
export {
  formatCount,
  formatKrw,
  formatKrwShort,
  formatMoney,
  formatPercent,
  formatPrice,
  formatSigned,
  formatUsdt,
  minusSign,
  setFormatLanguage,
  wonUnits,
} from './format/money.ts'
export { formatPhone, josa, maskAccount, maskName, maskPhone } from './format/personal.ts'
export { formatCountdown, formatDateTime, formatDay, formatMinute, formatTime } from './format/time.ts'
export { CodeField } from './input/code-field.tsx'
export { DecimalInput } from './input/decimal-input.tsx'
export { useEnterSends } from './input/enter-sends.ts'
export { clampInteger, type IntegerRules } from './input/integer.ts'
export { NumericInput, type NumericInputProps } from './input/numeric-input.tsx'
export { type AllowedKind, type ExcludedKind, isAllowed, type Restriction, restrict } from './input/restrict.ts'
export { TextInput, type TextInputProps } from './input/text-input.tsx'
