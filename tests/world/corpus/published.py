"""All papers of the world, and where one is found by its key."""

from tests.world.corpus.beside import BESIDE
from tests.world.corpus.far import FAR
from tests.world.corpus.mechanisms import MECHANISMS
from tests.world.corpus.near import NEAR
from tests.world.corpus.practice import PRACTICE
from tests.world.corpus.registered import REGISTERED
from tests.world.corpus.retractions import RETRACTIONS
from tests.world.corpus.reviews import REVIEWS
from tests.world.corpus.trials import TRIALS

PAPERS = (*REGISTERED, *TRIALS, *MECHANISMS, *REVIEWS, *PRACTICE, *RETRACTIONS, *BESIDE, *NEAR, *FAR)
PMIDS = {paper.key: paper.pmid for paper in PAPERS}
