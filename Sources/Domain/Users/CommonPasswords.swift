/// Lists the passwords that attackers try first: those at the top of lists of leaked ones, as words and rows of keys.
///
/// A word is also rejected with up to five digits or signs behind or before it, written twice, or with the usual signs
/// for letters.
enum CommonPasswords {
    private static let maximumAffix = 5

    /// - Parameter password: in any case.
    static func contains(_ password: String) -> Bool {
        let lowered = password.lowercased()
        guard Set(lowered).count > 2 else { return true }
        return forms(of: lowered).contains { words.contains($0) }
    }

    private static func forms(of lowered: String) -> [String] {
        let bare = trimmed(lowered)
        let half = String(lowered.prefix(lowered.count / 2))
        let plain = [lowered, bare] + (half + half == lowered ? [half] : [])
        return plain + plain.map(spelt) + [trimmed(spelt(lowered))]
    }

    /// Removes the few digits and signs around the letters.
    private static func trimmed(_ text: String) -> String {
        let core = text.drop { !$0.isLetter }
        let letters = String(core.reversed().drop { !$0.isLetter }.reversed())
        let hasFew = text.count - core.count <= maximumAffix && core.count - letters.count <= maximumAffix
        return hasFew && letters.count >= 4 ? letters : text
    }

    /// Replaces signs by the letters that they imitate.
    private static func spelt(_ text: String) -> String { String(text.map { letters[$0] ?? $0 }) }

    private static let letters: [Character: Character] = [
        "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "|": "l", "0": "o", "$": "s", "5": "s", "7": "t", "+": "t",
        "8": "b",
    ]

    private static let words = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let text = """
        12345678 123456789 1234567890 12345678910 0123456789 01234567 012345678 87654321 987654321 9876543210 0987654321 11223344
        1122334455 112233445566 12341234 12344321 123454321 1234554321 12121212 13131313 10101010 20202020 69696969 11112222 22223333
        123123123 123321123 321321321 147258369 147852369 159753159 159357159 741852963 789456123 963852741 852456852 123654789 987456321
        456456456 789789789 147147147 258258258 369369369 135792468 246813579 135791113 31415926 314159265 27182818 20002000 19841984
        19901990 19911991 19921992 19931993 19941994 19951995 19961996 19971997 19981998 19991999 20012001 20102010 20122012 20202020
        20232023 20242024 20252025 20262026 111222333 111222333444 123456123 123456123456 1234567890123 12345678901 102030405 1020304050
        010203040 01020304 0102030405 01012000 01011980 01011990 31121999 14021402 12345679 123456780 123456788 123456700 12345600 0000000a
        1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qazwsx123
        qazxswedc zaq12wsx zaq1zaq1 zaq1xsw2 2wsx3edc 3edc4rfv 1234qwer 12qwaszx qwer1234 qwer4321 asdf1234 asdfasdf asdfjkl asdfghjk
        asdfghjkl asdfghjkl1 asdfqwer zxcvbnm zxcvbnm1 zxcvasdf zxcv1234 zxczxczxc qwerasdf qweasd qweasdzxc qweqweqwe qwertyui qwertyuio
        qwertyuiop qwertyqwerty qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertz qwertzuiop azerty azertyui
        azertyuiop aqwzsx aqwzsxedc wxcvbn poiuytrewq lkjhgfdsa mnbvcxz poiuytre zxcvbasdfg asdzxc asdasd asdasdasd qwaszx abcdefgh abcdefghi
        abcdefghij abcd1234 abcd12345 abc12345 abc123456 abc123abc abcabcabc abcdabcd a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aaa111222
        a12345678 a123456789 q12345678 x12345678 z12345678 123456789a 123456789q 12345678a 12345678q 1234567a 123456aa 123456abc 123abc123
        1a2b3c4d 1a2s3d4f 111111aa aabbccdd aaaabbbb abcd123456 asd12345 qwe12345 zxc12345 qwe123qwe 123qwe123 123qweasd 123qwe456 123asd123
        password passwords passwort passwd passw0rd pasword passphrase passcode mypassword mypass thepassword newpassword oldpassword
        userpassword yourpassword nopassword password1 password12 password123 password1234 password12345 pass1234 pass12345 pass123456
        p4ssword passpass secret secrets topsecret mysecret verysecret letmein letmeinnow letmeinplease iwantin openup opensesame sesame
        welcome welcomeback welcomehome welcometo hello hellohello helloworld hellothere hellokitty goodbye goodmorning goodnight
        login loginlogin logmein signin access accessdenied accessgranted enter entrance entry admin adminadmin administrator
        administration adminpass adminpassword root rootroot rootpass rootpassword toor superuser sysadmin system sysop operator manager
        management master masterkey masterpass masters guest guestguest visitor user username useruser default defaults changeme
        changeit changethis changenow change pleasechange temp temppass temppassword temporary test testtest tester testing testpass
        testpassword testuser test1234 test12345 testtesttest demo demodemo demouser example sample trial staging develop developer
        development production server database backup oracle mysql postgres postgresql sqlserver mongodb redis linux ubuntu debian
        redhat windows windowsxp microsoft google facebook twitter instagram youtube linkedin snapchat tiktok whatsapp telegram
        netflix spotify amazon apple applepie iphone ipad macbook android samsung galaxy nokia motorola blackberry huawei
        toshiba lenovo nintendo playstation xbox gameboy internet network computer computers laptop desktop keyboard monitor printer
        router wireless wifipassword wifi modem cisco firewall security secure secured private public unknown nothing
        something anything everything everyone whatever whocares whoknows forever forever1 together always never neveragain remember
        forgotten forgetit iforgot dontforget idontknow donotknow iloveyou iloveyou1 iloveyou2 iloveyousomuch iloveu ilovehim iloveher iloveme
        ilovemyself ilovegod ilovejesus ilovemusic ilovedogs ilovecats ilovemom ilovemum ilovedad ilovemyfamily ihateyou imissyou ineedyou
        iwantyou loveyou loveme lovelove loveforever lovelife lovelove1 loverboy lovers lovely mylove mylife mybaby babygirl babyboy babybaby
        babydoll babyface sweetheart sweetie sweety sweetpea honey honeybee honeybunny darling sugar sugarplum cutie cutiepie
        sunshine sunflower sunset sunrise summer summertime winter autumn spring springtime rainbow raindrop snowflake snowball snowman snowwhite
        moonlight moonshine starlight stardust starfish shootingstar heaven heavenly angel angels angel123 angelbaby angelface devil
        devils demon dragon dragons dragonball dragonfly phoenix unicorn griffin wizard warrior warriors knight knights samurai ninja
        pirate pirates princess princess1 princesa princes prince queen queenbee kingkong kings king emperor empire
        monkey monkeys monkey123 gorilla tiger tigers tigger tigerlily lion lionking lions panther panthers leopard cheetah cougar jaguar
        jaguars wolf wolves wolfpack werewolf bear bears teddybear grizzly panda koala rabbit bunny bugsbunny hamster squirrel turtle
        turtles dolphin dolphins shark sharks whale penguin penguins eagle eagles falcon falcons hawk hawks raven ravens cardinal cardinals
        chicken rooster duck ducks goose turkey butterfly ladybug spider spiderman scorpion scorpio python cobra snake viper
        horse horses mustang mustangs pony donkey cowboy cowboys cowgirl bulldog bulldogs puppy puppies puppylove kitten kittens kitty
        kittycat pussycat doggie doggy doghouse hotdog snoopy garfield mickey mickeymouse minnie donald donaldduck pluto goofy bambi
        simba nemo pikachu pokemon pokemon1 naruto sasuke sakura onepiece luffy goku vegeta gohan bleach sailormoon hellsing evangelion
        batman superman superman1 spiderman1 ironman wolverine hulk thor captain captainamerica avengers deadpool joker jokers catwoman
        superstar supergirl superhero superboy wonderwoman starwars startrek jedi jedimaster skywalker lukeskywalker darthvader vader yoda
        chewbacca hansolo stormtrooper starwars1 matrix trinity morpheus neo harrypotter hogwarts hermione dumbledore gryffindor slytherin
        voldemort gandalf frodo legolas aragorn mordor lordoftherings hobbit middleearth gameofthrones winteriscoming khaleesi
        simpson simpsons homer homersimpson bartsimpson southpark cartman familyguy futurama scooby scoobydoo spongebob patrick
        minecraft roblox fortnite counterstrike warcraft worldofwarcraft starcraft diablo zelda mario supermario sonic tetris pacman halo
        callofduty assassin hitman gamer gamers gameover games player player1 playboy playtime playgame winner winners loser losers champion
        champions number1 numberone football football1 footballer soccer soccer1 baseball baseball1 basketball basketball1 hockey tennis
        golf golfer golfing volleyball softball rugby cricket boxing wrestling swimming swimmer runner running skating skater skateboard
        surfer surfing snowboard skiing fishing fisherman hunter hunting hunter1 shooter shooting racing racer cyclist cycling gymnast
        liverpool liverpoolfc arsenal arsenal1 chelsea chelsea1 chelseafc manchester manutd manchesterunited mancity everton tottenham
        newcastle celtic rangers barcelona realmadrid juventus milan intermilan acmilan roma bayern borussia dortmund schalke ajax
        benfica sporting porto galatasaray fenerbahce besiktas boca bocajuniors riverplate flamengo corinthians palmeiras yankees redsox
        dodgers giants patriots steelers packers broncos raiders redskins lakers bulls celtics spurs blazers
        ferrari porsche mercedes corvette camaro mustang1 chevrolet chevy toyota honda civic nissan mazda subaru suzuki yamaha kawasaki
        harley harleydavidson ducati bmw audi volkswagen volvo lamborghini bugatti maserati jeep dodge ford fordf150 truck trucker
        michael michael1 michelle michelle1 jennifer jennifer1 jessica jessica1 ashley ashley1 amanda amanda1 samantha samantha1 nicole
        nicole1 stephanie stephanie1 danielle danielle1 elizabeth elizabeth1 victoria victoria1 alexander alexander1 alexandra alexandre
        alexandria alexis anthony anthony1 andrew andrea angela angelica angelina antonio barbara benjamin benjamin1 brandon brandon1
        brandy brittany brittany1 caroline catherine charles charlie charlie1 charlotte chelsea123 chester chicago chris christian
        christian1 christina christine christopher christopher1 courtney crystal daniel daniel1 daniela david diamond dominic
        dominique edward eduardo emily eric fernando florence francis francisco franklin frederic freddy gabriel gabriela gabriel1 george
        gregory hannah heather hector isabella isabelle jackie jackson jackson1 jacqueline jasmine jasmine1 jason jeffrey jeremy
        johnny johnson jonathan jonathan1 jordan jordan23 jordan1 joseph joshua joshua1 juliette justin justin1 justinbieber katherine
        kathryn kelly kimberly kimberly1 kristina lauren leonardo leonard lindsay lorenzo louise madison madison1 margaret maria marie
        marina martin martina matthew matthew1 maxwell melanie melissa melissa1 miguel monica monique morgan natalie natasha nathalie
        nathan nicholas nicholas1 nicolas oliver olivia pamela patricia patrick1 pauline peter philip phillip rachel raymond rebecca
        rebecca1 richard richard1 robert robert1 roberto ronaldo ronaldo7 cristiano cristiano7 messi neymar beckham zidane samuel sandra
        sebastian sebastian1 sergio sharon shannon sophie spencer steven steven1 stewart summer1 susan sylvia theresa thomas thomas1
        timothy travis tyler valentin valentina valentine valerie vanessa vanessa1 veronica vincent virginia william william1 williams
        america american australia brazil brasil california canada canadian caribbean chicago1 china colombia dallas denver england
        english europe florida france francais germany hollywood houston india ireland irish italia italy jamaica japan
        lasvegas london losangeles marseille mexico miami montreal newyork newyork1 newyorkcity nigeria pakistan paris paris75 philippines
        poland portugal russia scotland seattle spain sydney sweden texas tokyo toronto turkey1 ukraine vietnam washington
        metallica nirvana slipknot linkinpark greenday blink182 eminem eminem1 slimshady tupac 2pac50cent rihanna beyonce
        madonna britney shakira ladygaga onedirection justin123 beatles thebeatles rollingstones pinkfloyd ledzeppelin acdc ironmaiden
        megadeth pantera queens ramones sexpistols bobmarley marley marleybob reggae rastafari hiphop rocknroll rockstar rocker
        guitar guitarist drummer drums piano pianoman violin trumpet saxophone music musica musicman singer dancer dancing
        chocolate chocolat cookies cookie cookiemonster cupcake brownie candy candyman candycane caramel vanilla strawberry
        blueberry raspberry cherry cherries peaches peach banana bananas orange oranges lemon lemonade apples pineapple mango coconut
        watermelon tomato potato pepper peppers ginger cinnamon pumpkin peanut peanutbutter butter butterfinger butterscotch cheese
        cheesecake pizza pizzahut burger hamburger mcdonalds spaghetti coffee starbucks cocacola pepsi whiskey tequila vodka budweiser
        heineken corona guinness champagne flower flowers flowerpower rose roses rosebud daisy lily violet jasmin orchid tulip
        yellow purple purple1 green greenday1 black blackcat blackjack blackie white whitey blue bluesky bluebird blueeyes silver
        silver1 golden goldfish goldie gold scarlet crimson magenta turquoise indigo ruby emerald sapphire pearl diamonds crystal1 amber
        jesus jesus1 jesuschrist jesusislord jesuslovesme jesussaves christ christmas easter halloween thanksgiving birthday
        happybirthday happy happyday happyface happiness smile smiley smiles laughter friend friends friendship bestfriend bestfriends
        buddy brother brothers sister sisters mother mommy mother1 father daddy daddysgirl daddy123 mamapapa papamama family family1
        familia children child grandma grandpa husband wife marriage wedding freedom liberty justice peace peaceful blessed blessing
        faith faithful hope believe grace gracie glory spirit spiritual soul soulmate destiny fortune lucky lucky7 luckyone
        luckydog money moneymoney moneyman millionaire million rich dollar dollars bitcoin ethereum crypto business
        company office work working student students teacher school college university doctor nurse lawyer engineer
        police fireman firefighter soldier army marine marines navy airforce military
        shadow shadow1 shadows darkness darkside darkangel midnight midnight1 nightmare twilight vampire vampires zombie zombies ghost ghosts
        thunder thunderbird lightning storm hurricane tornado earthquake volcano ocean oceans river mountain island islands
        beach beaches desert forest garden paradise universe planet galaxy1 saturn jupiter mercury venus neptune apollo athena
        trustno1 trustme nomercy noway nopain nobody somebody fuckyou fuckyou1 fuckyou2 fuckoff fucker fuckme fuckthis motherfucker
        asshole assholes bitch bitches bastard bullshit shithead cocksucker dickhead pussy sexsex sexy sexyboy sexygirl sexylady sexybitch
        hotgirl hotstuff hottie hardcore lesbian orgasm penis vagina blowjob boobies bigdick bigdaddy biggie bigboy bigmac bigcock
        maverick maverick1 gunner ranger rangers1 commander general sergeant sniper striker stinger trigger bullet pistol magnum
        corvette1 hummer rocket rockets rocky rockyou scooter buster buster1 bailey bailey1 barney bandit banshee brutus casper
        champ chance charger chucky cooper dakota dexter duke frankie gizmo jackass jasper jester killer killer1 killers killbill
        lucifer maggie marvin max123 molly murphy nugget oscar patches peanut1 pebbles princess2 rascal rebel rebels rusty sabrina
        sadie sammy sasha sassy scrappy smokey smokey1 snickers sparky sparkle sparkles spike sunny taylor taylor1 teddy
        thumper tinker tinkerbell tinkerbell1 toby trooper tucker whitney winston winston1 wizard1 xavier yankee zachary zeppelin
        gatehouse gatekeeper doorman keepout stayout goaway nothere nowhere
        motdepasse monmotdepasse azerty123 azerty1234 azerty12345 bonjour bonjour1 bonjourmonde bonsoir salut coucou coucou1 bienvenue jetaime
        jetaime1 monamour amour amours toujours pourtoujours doudou doudou1 chouchou chouchoute loulou loulou1 loulette minou minette
        nounours poupette princesse princesse1 soleil soleil1 etoile lumiere papillon tournesol coquelicot marguerite camille camille1
        juliette1 nicolas1 alexandre1 sebastien stephane isabelle1 christophe dominique1 frederique jeanmarie philippe caramel1 vanille
        fraise framboise cerise citron orange1 chocolat1 cheval chevaux lapin chaton chien tortue dauphin
        marseille13 marseille1 olympique parissg psg75 lyon69 toulouse bordeaux bretagne normandie football10 maison famille
        vacances liberte egalite fraternite secretdefense ouvretoi
        passwort1 passwort123 meinpasswort geheim geheimnis hallo hallo123 hallohallo hallowelt schatz schatzi liebling sonnenschein sommer
        fussball bayern1 schalke04 deutschland berlin hamburg muenchen willkommen
        contrasena contraseña micontrasena hola holahola holamundo amor amores teamo teamo1 teamomucho tequiero tequieromucho miamor amormio
        estrella estrellas mariposa princesita corazon bonita preciosa chiquita chiquitita futbol barcelona1 mexico1 alejandro alejandra
        carolina fernanda gustavo guadalupe esperanza felicidad jesucristo diosesamor
        senha senha123 minhasenha senhasenha brasil1 flamengo1 corinthians1 saudade obrigado querida princesinha
        parola password0 ciaociao ciao amoremio juventus1 forzaroma andrea1 francesco francesca giuseppe giulia
        wachtwoord welkom welkom01 welkom1 lieverd amsterdam feyenoord
        haslo hasło polska kochamcie misiaczek kasia
        parol privet qwerty777 zaqwsx natasha1 nastya sergey dmitry
        losenord lösenord sommar salasana salasana1 hejhej
        sifre galatasaray1 istanbul fenerbahce1 besiktas1
        woaini woaini1314 woaini520 5201314 1314520 woaiwojia iloveyou520
        """
}
