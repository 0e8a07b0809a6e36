/** Words of sentences that say nothing of a picture, by language. Our own list; `no`, `why`, `yes` are answers, and stay words. */
export const STOP_WORDS: Readonly<Record<string, string>> = {
  en: `a an and or but the of to in on at for from with by as into onto about than then is are was were be been being am i im
    you youre he she it its we they me him us them my your his our their this that thats these those there here so just very
    really too do does did doing have has had having will would could should when where what which who whom whose how if because
    some any all gif gifs animated meme memes please im ive get gets got`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber von vom zu zum zur im in an am auf aus bei mit nach
    fur ich du er sie es wir ihr mir mich dir dich sich uns euch mein meine dein deine sein seine unser ist sind war waren bin
    bist sei werden wird wurde hat habe haben hatte so sehr nur auch noch schon als wie was wer wo wenn dass weil mal doch gif
    gifs bitte`,
  fr: `le la les un une des du de au aux et ou mais a dans en sur sous pour par avec chez je tu il elle on nous vous ils elles
    me te se moi toi lui leur mon ma mes ton ta tes son sa ses notre votre ce cet cette ces est sont suis es etait etre etes
    ai as avons avez ont que qui quoi dont ou si tres trop plus cest jai gif gifs`,
  es: `el la los las un una unos unas y o pero de del al a en con por para sin sobre yo tu el ella nosotros ellos ellas me te se
    nos le les lo mi mis tus su sus es son soy eres era ser esta estan estoy estas ha he han hay que quien como cuando donde muy
    mas este esta ese esa eso esto gif gifs`,
  ja: `の に は を が で と も へ や か ね よ な だ から まで より って した して する します です ます でした ました いる いた
    ある あった こと もの これ それ この その ため など さん ちゃん くん てる でる ください gif`,
}
