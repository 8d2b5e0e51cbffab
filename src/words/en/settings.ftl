# What a person can set with /settings: each menu, and what its lines say.

settings-card = Your settings. Saved at once; used for boards on your turn and those you ask for.
setting-pings = Pings
    .on = Pings: on
    .off = Pings: off, your games still name you
setting-reminders = Reminders
    .channel = Reminders: in the game's channel
    .dm = Reminders: by direct message
    .none = Reminders: none
setting-language = Language
setting-vacation = Vacation
setting-side = Board side
    .own = At the bottom: your own side
    .to-move = At the bottom: the side to move
    .white = At the bottom: always White
setting-theme = Theme
    .wood = Theme: wood
    .green = Theme: green
    .blue-grey = Theme: blue-grey
    .ice = Theme: ice
    .high-contrast = Theme: strong contrast
setting-coordinates = Coordinates
    .on = Coordinates: shown
    .off = Coordinates: not shown
setting-size = Board size
    .normal = Board size: normal
    .large = Board size: large
