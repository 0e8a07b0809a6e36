import type { Call } from '../../shared/calls/call.ts'
import { ownSiteCalls as own } from '../../shared/calls/catalogue.ts'
import { gatewayCalls } from '../../shared/calls/gateway.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { workerCalls as about, imagingCalls, pingbackCalls, vimeoCalls } from '../../shared/calls/services.ts'
import { accountCalls } from '../../shared/calls/site/account.ts'
import { channelCalls } from '../../shared/calls/site/channels.ts'
import { moderationCalls } from '../../shared/calls/site/moderation.ts'
import { contentCalls, gifPageCalls } from '../../shared/calls/site/pages.ts'

type Chapter = [tag: string, description: string, calls: Record<string, Call>]

const {
  categories,
  subcategories,
  gifsByCategory,
  channelSearch,
  tagSearch,
  trendingSearches,
  relatedTags,
  gifRelatedTags,
  videoTrending,
  videoSearch,
  videoRelated,
  animate,
  emoji,
  emojiDefaultVariations,
  emojiVariations,
  setCta,
  deleteCta,
  ...gifs
} = providerCalls

/** The chapters of the reference, in order. The frames and oEmbed have one of their own before the pingbacks (`framed.ts`). */
export const CHAPTERS: readonly Chapter[] = [
  ['GIFs', 'Search, trending, and single GIFs, in GIPHY’s shape. Readable from any origin.', gifs],
  [
    'Terms',
    'Completion, related terms, and what people search for.',
    { tagSearch, trendingSearches, relatedTags, gifRelatedTags },
  ],
  [
    'Categories and channels',
    'Two levels of categories, and a search for channels.',
    { categories, subcategories, gifsByCategory, channelSearch },
  ],
  [
    'Text and emoji',
    'Animated words and emoji.',
    { animate, emoji, emojiDefaultVariations, emojiVariations },
  ],
  ['Clips', 'Videos with sound.', { videoTrending, videoSearch, videoRelated }],
  ['Pingbacks', 'Counts of views, hovers, and clicks.', pingbackCalls],
  [
    'Accounts',
    'Signing in, registration, profiles, follows, and tokens.',
    {
      login: own.login,
      ...accountCalls,
      putAvatar: own.putAvatar,
      removeAvatar: own.removeAvatar,
      putBanner: own.putBanner,
      removeBanner: own.removeBanner,
      logout: own.logout,
      changePassword: own.changePassword,
      resetPassword: own.resetPassword,
      confirmReset: own.confirmReset,
      sessions: own.sessions,
      endSession: own.endSession,
      tokens: own.tokens,
      createToken: own.createToken,
      deleteToken: own.deleteToken,
      deleteAccount: own.deleteAccount,
      confirmSession: own.confirmSession,
      cancelNewAddress: own.cancelNewAddress,
    },
  ],
  [
    'Uploads',
    'Uploading files, and your own GIFs.',
    {
      uploadGif: own.uploadGif,
      knownFiles: own.knownFiles,
      upload: own.upload,
      retryUpload: own.retryUpload,
      cancelUpload: own.cancelUpload,
      sendRenditions: own.sendRenditions,
      ownGifs: own.ownGifs,
      ownGif: own.ownGif,
      editGif: own.editGif,
      deleteGif: own.deleteGif,
      setCta,
      deleteCta,
      putCta: own.putCta,
      removeCta: own.removeCta,
      putFilm: own.putFilm,
      removeFilm: own.removeFilm,
    },
  ],
  [
    'Figures',
    'What was done with your GIFs.',
    {
      gifFigures: own.gifFigures,
      figuresCsv: own.figuresCsv,
      dayFigures: own.dayFigures,
      siteFigures: own.siteFigures,
    },
  ],
  [
    'Favorites',
    'The favorites of an account.',
    {
      favorites: own.favorites,
      favorite: own.favorite,
      addFavorite: own.addFavorite,
      removeFavorite: own.removeFavorite,
    },
  ],
  [
    'Channels',
    'Channels, their GIFs, and their tags.',
    {
      ...channelCalls,
      ownChannels: own.ownChannels,
      changeChannelGifs: own.changeChannelGifs,
      orderChannel: own.orderChannel,
    },
  ],
  ['GIF pages', 'A GIF’s channels, counts, metadata, and language tags.', gifPageCalls],
  [
    'Moderation',
    'GIFs, takedowns, reports, and batches.',
    {
      ...moderationCalls,
      report: own.report,
      reports: own.reports,
      decideReport: own.decideReport,
      digest: own.digest,
      putDigest: own.putDigest,
      takedowns: own.takedowns,
      restoreTakedown: own.restoreTakedown,
      allGifs: own.allGifs,
    },
  ],
  [
    'Content',
    'Content blocks, and what people search for.',
    {
      ...contentCalls,
      contentBlocks: own.contentBlocks,
      putContentBlock: own.putContentBlock,
      deleteContentBlock: own.deleteContentBlock,
      searches: own.searches,
    },
  ],
  [
    'Listings',
    'Categories, trending searches, featured items, and synonyms, for staff.',
    {
      libraryCategories: own.libraryCategories,
      createCategory: own.createCategory,
      updateCategory: own.updateCategory,
      deleteCategory: own.deleteCategory,
      trendingTerms: own.trendingTerms,
      putTrendingTerms: own.putTrendingTerms,
      featured: own.featured,
      putFeatured: own.putFeatured,
      synonyms: own.synonyms,
      createSynonym: own.createSynonym,
      updateSynonym: own.updateSynonym,
      deleteSynonym: own.deleteSynonym,
    },
  ],
  [
    'Webhooks',
    'Where events are sent, for staff.',
    {
      webhooks: own.webhooks,
      createWebhook: own.createWebhook,
      updateWebhook: own.updateWebhook,
      deleteWebhook: own.deleteWebhook,
      webhookDeliveries: own.webhookDeliveries,
      testWebhook: own.testWebhook,
    },
  ],
  [
    'People',
    'Accounts, roles, keys, and emails, for staff.',
    {
      people: own.people,
      person: own.person,
      createPerson: own.createPerson,
      updatePerson: own.updatePerson,
      setRole: own.setRole,
      setState: own.setState,
      endPersonSessions: own.endPersonSessions,
      personTokens: own.personTokens,
      deletePersonToken: own.deletePersonToken,
      keys: own.keys,
      redirects: own.redirects,
      addRedirects: own.addRedirects,
      deleteRedirect: own.deleteRedirect,
      createKey: own.createKey,
      updateKey: own.updateKey,
      deleteKey: own.deleteKey,
      outbox: own.outbox,
      revealMail: own.revealMail,
    },
  ],
  [
    'This server',
    'Health, caches, pingbacks that didn’t arrive, and the log of changes.',
    { overview: own.overview, ...about },
  ],
  ['Stories and the scheduler', 'Stories, what trends when, and analytics.', gatewayCalls],
  ['Imaging', 'Video information and trims.', imagingCalls],
  ['Films', 'The video host’s oEmbed.', vimeoCalls],
]
