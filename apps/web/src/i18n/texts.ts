export * from '@maru/client/i18n/texts'
