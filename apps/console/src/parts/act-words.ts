import { t } from './texts.ts'

/** What staff wrote down, in words, by the kind of the core's command. */
export const actWords: Readonly<Record<string, string>> = {
  takeRequest: t('actTaken'),
  releaseRequest: t('actReleased'),
  approveRequest: t('actApproved'),
  rejectRequest: t('actRejected'),
  completeRequest: t('actPaid'),
  'decide APPROVED': t('actSecondYes'),
  'decide REFUSED': t('actSecondNo'),
  'decide FAILED': t('actNotDone'),
  activate: t('actPassword'),
  prove: t('actProof'),
  configure: t('actSetting'),
  freezeWithdrawals: t('actCap'),
  createCoupon: t('actCouponMade'),
  revokeCoupon: t('actCouponTaken'),
  'POST /api/console/notice': t('actNoticeWritten'),
  'POST /api/console/notice/:id': t('actNoticeEdited'),
  'POST /api/console/notice/:id/publish': t('actNoticePublished'),
  'POST /api/console/notice/:id/withdraw': t('actNoticeTakenDown'),
  'POST /api/console/fx/confirm': t('actRate'),
  'POST /api/console/image': t('actPicture'),
  'POST /api/console/article': t('actArticleWritten'),
  'POST /api/console/article/:id': t('actArticleEdited'),
  'POST /api/console/article/:id/publish': t('actArticlePublished'),
  'POST /api/console/article/:id/withdraw': t('actArticleTakenDown'),
}
