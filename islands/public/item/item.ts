// What an item's page does beyond what every public page does.
import './item-favorite.ts'
import './item-share.ts'
import './native-share.ts'
