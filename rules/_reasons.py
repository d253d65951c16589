"""Why doclint cannot check a claim, where several rules have the same reason."""

ELSEWHERE = "may be in another folder, or of another time"
OTHERWISE = "may be the same, written in another way"
UNREAD = "may be there in a way that doclint does not read"
